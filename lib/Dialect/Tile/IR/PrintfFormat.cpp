// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tilery/Dialect/Tile/IR/PrintfFormat.h"

using namespace mlir;
using namespace tilery;
using namespace tilery::tile;

static constexpr llvm::StringLiteral digits = "0123456789";

/// Takes the characters of 'set' off the front.
static void skip(StringRef &rest, StringRef set) {
  rest = rest.drop_while([&](char c) { return set.contains(c); });
}

FailureOr<SmallVector<PrintfDirective>>
tile::parsePrintfFormat(StringRef format,
                        function_ref<InFlightDiagnostic()> emitError) {
  SmallVector<PrintfDirective> directives;
  if (format.contains('\0'))
    return emitError()
           << "(C1) expected a format without NUL bytes, which end the "
              "text";
  while (true) {
    StringRef rest = format.drop_while([](char c) { return c != '%'; });
    if (rest.empty())
      return directives;
    StringRef start = rest;
    rest = rest.drop_front();
    if (rest.consume_front("%")) {
      format = rest;
      continue;
    }
    skip(rest, "-+ #0");
    skip(rest, digits);
    if (rest.consume_front("."))
      skip(rest, digits);
    StringRef length =
        rest.take_while([](char c) { return c == 'h' || c == 'l'; });
    rest = rest.drop_front(length.size());
    char conversion = rest.empty() ? '\0' : rest.front();
    StringRef text =
        start.take_front(start.size() - rest.size() + (rest.empty() ? 0 : 1));
    if (conversion == 's')
      return emitError() << "(C1) expected the text of '" << text
                         << "' in the format itself: a kernel has no strings "
                            "to print";
    PrintfDirective directive = {text, length, conversion};
    bool isKnown =
        StringRef("diuxXocfFeEgGaA").contains(conversion) && conversion != '\0';
    bool isLegalLength =
        length.empty() ||
        (!directive.isFloat() && conversion != 'c' &&
         (length == "h" || length == "hh" || length == "l" || length == "ll"));
    if (!isKnown || !isLegalLength)
      return emitError()
             << "(C1) expected a directive of printf (%% or one of d i "
                "u x X o c f F e E g G a A, with flags, width, "
                "precision and length before it), got '"
             << text << "'";
    directives.push_back(directive);
    format = rest.drop_front();
  }
}
