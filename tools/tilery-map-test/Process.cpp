// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Process.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

using namespace tilery;
using namespace tilery::maptest;

static void closeEnd(int &fd) {
  if (fd >= 0)
    close(fd);
  fd = -1;
}

bool Process::start(const std::string &program,
                    const std::vector<std::string> &arguments,
                    std::string &error) {
  int in[2] = {-1, -1}, out[2] = {-1, -1};
  auto fail = [&](int code) {
    error = program + ": " + std::strerror(code);
    for (int *fd : {&in[0], &in[1], &out[0], &out[1]})
      closeEnd(*fd);
    return false;
  };
  if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
    return fail(errno);
  std::vector<char *> argv;
  for (const std::string &argument : arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  int code = posix_spawn(&pid, program.c_str(), &actions, nullptr, argv.data(),
                         environ);
  posix_spawn_file_actions_destroy(&actions);
  if (code != 0) {
    pid = -1;
    return fail(code);
  }
  closeEnd(in[0]);
  closeEnd(out[1]);
  toChild = in[1];
  fromChild = out[0];
  return true;
}

bool Process::write(const std::string &text) {
  // Lines are shorter than a pipe.
  ssize_t written;
  do
    written = ::write(toChild, text.data(), text.size());
  while (written < 0 && errno == EINTR);
  return written == static_cast<ssize_t>(text.size());
}

bool Process::read(std::string &text) {
  char block[4096];
  ssize_t count;
  do
    count = ::read(fromChild, block, sizeof(block));
  while (count < 0 && errno == EINTR);
  if (count > 0)
    text.append(block, static_cast<size_t>(count));
  return count > 0;
}

std::string Process::stop(int graceMilliseconds) {
  closeEnd(toChild);
  closeEnd(fromChild);
  if (pid < 0)
    return "";
  int status = 0;
  constexpr int stepMilliseconds = 10;
  bool ended = false;
  for (int spent = 0; !ended; spent += stepMilliseconds) {
    ended = waitpid(pid, &status, WNOHANG) != 0;
    if (ended || spent >= graceMilliseconds)
      break;
    usleep(stepMilliseconds * 1000);
  }
  if (!ended) {
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
  }
  pid = -1;
  if (WIFSIGNALED(status))
    return "killed by signal " + std::to_string(WTERMSIG(status)) + " (" +
           strsignal(WTERMSIG(status)) + ")";
  return "exit status " + std::to_string(WEXITSTATUS(status));
}
