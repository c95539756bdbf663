// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A first-in, first-out list through the threads themselves: a thread is in at
// most one, and a barrier hands all of its waiters on at once.

#ifndef TILERY_LIB_SIM_THREADLIST_H
#define TILERY_LIB_SIM_THREADLIST_H

namespace tilery {
namespace sim {

template <typename Node> class LinkedList {
public:
  bool empty() const { return !first; }
  Node *front() const { return first; }

  void push(Node *node) {
    node->next = nullptr;
    (first ? last->next : first) = node;
    last = node;
  }
  void pushFront(Node *node) {
    node->next = first;
    if (!first)
      last = node;
    first = node;
  }
  Node *pop() {
    Node *node = first;
    if (node)
      first = node->next;
    return node;
  }
  /// Takes out the node after `count` others, or the last one before.
  Node *popAt(unsigned count) {
    Node *before = nullptr, *node = first;
    for (; node && count && node->next; --count) {
      before = node;
      node = node->next;
    }
    if (!before)
      return pop();
    before->next = node->next;
    if (last == node)
      last = before;
    return node;
  }
  /// Moves all of `other` to the end.
  void splice(LinkedList &other) {
    if (other.empty())
      return;
    (first ? last->next : first) = other.first;
    last = other.last;
    other.first = nullptr;
  }
  void clear() { first = nullptr; }

private:
  Node *first = nullptr;
  Node *last = nullptr;
};

struct Thread;
using ThreadList = LinkedList<Thread>;

} // namespace sim
} // namespace tilery

#endif // TILERY_LIB_SIM_THREADLIST_H
