// Part of Tilery, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Npy.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tilery;
using namespace tilery::run;

static constexpr StringLiteral magic("\x93NUMPY");
/// NumPy refuses headers of more than 10,000 characters too.
static constexpr size_t maxHeader = 1 << 16;
static constexpr size_t maxRank = 32;

namespace {
/// Reads the header's Python dictionary: text, booleans and a tuple of
/// integers.
class HeaderReader {
public:
  explicit HeaderReader(StringRef text) : text(text) {}

  Expected<NpyHeader> read();

private:
  bool skip(StringRef token) {
    text = text.ltrim();
    return text.consume_front(token);
  }
  Error fail(const Twine &expected) {
    return createStringError("expected " + expected + " in the header, got '" +
                             printable(text.ltrim().take_front(20)) + "'");
  }
  static std::string printable(StringRef text) {
    std::string result;
    raw_string_ostream os(result);
    printEscapedString(text, os);
    return result;
  }
  Expected<std::string> readText();
  Error readOrder();
  Error readShape(Shape &shape);

  StringRef text;
};
} // namespace

Expected<std::string> HeaderReader::readText() {
  text = text.ltrim();
  char quote = text.empty() ? '\0' : text.front();
  if (quote != '\'' && quote != '"')
    return fail("a quoted text");
  size_t end = text.find(quote, 1);
  if (end == StringRef::npos)
    return fail("a closing quote");
  std::string result = text.slice(1, end).str();
  text = text.drop_front(end + 1);
  return result;
}

Error HeaderReader::readOrder() {
  if (skip("False"))
    return Error::success();
  if (skip("True"))
    return createStringError(
        "expected a row-major array, got one in Fortran order; save "
        "numpy.ascontiguousarray(a) instead");
  return fail("True or False");
}

Error HeaderReader::readShape(Shape &shape) {
  if (!skip("("))
    return fail("a tuple");
  while (!skip(")")) {
    uint64_t extent;
    text = text.ltrim();
    if (text.consumeInteger(10, extent) || extent > INT64_MAX)
      return fail("an extent");
    // Python 2 wrote long integers with an L.
    (void)text.consume_front("L");
    if (shape.size() == maxRank)
      return createStringError("expected at most %zu dimensions, got more",
                               maxRank);
    shape.push_back(static_cast<int64_t>(extent));
    if (skip(","))
      continue;
    if (!skip(")"))
      return fail("',' or ')'");
    break;
  }
  return Error::success();
}

Expected<NpyHeader> HeaderReader::read() {
  NpyHeader header;
  bool hasDescr = false, hasOrder = false, hasShape = false;
  if (!skip("{"))
    return fail("a dictionary");
  while (!skip("}")) {
    Expected<std::string> key = readText();
    if (!key)
      return key.takeError();
    if (!skip(":"))
      return fail("':'");
    if (*key == "descr") {
      text = text.ltrim();
      if (text.starts_with("["))
        return createStringError("expected numbers, got a structured array; "
                                 "save one of its fields instead");
      Expected<std::string> descr = readText();
      if (!descr)
        return descr.takeError();
      header.descr = *descr;
      hasDescr = true;
    } else if (*key == "fortran_order") {
      if (Error error = readOrder())
        return error;
      hasOrder = true;
    } else if (*key == "shape") {
      header.shape.clear();
      if (Error error = readShape(header.shape))
        return error;
      hasShape = true;
    } else {
      return createStringError("unknown key '%s' in the header",
                               printable(*key).c_str());
    }
    if (!skip(",") && !text.ltrim().starts_with("}"))
      return fail("',' or '}'");
  }
  if (!hasDescr || !hasOrder || !hasShape)
    return createStringError("expected 'descr', 'fortran_order' and 'shape' in "
                             "the header, got fewer");
  return header;
}

/// "<f4": byte order, kind, bytes.
static Error parseDescr(NpyHeader &header) {
  StringRef descr = header.descr;
  char order = descr.empty() ? '\0' : descr.front();
  if (order == '>')
    return createStringError("expected little-endian numbers, got '%s'; save "
                             "a.astype(a.dtype.newbyteorder('<')) instead",
                             header.descr.c_str());
  StringRef rest = descr.drop_front(!descr.empty());
  char kind = rest.empty() ? '\0' : rest.front();
  unsigned bytes;
  bool known = (order == '<' || order == '|' || order == '=') &&
               StringRef("fiubV").contains(kind) && kind != '\0';
  if (!known || rest.drop_front().getAsInteger(10, bytes) ||
      (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8))
    return createStringError("expected integers or floats of 1 to 8 bytes, got "
                             "the type '%s'",
                             header.descr.c_str());
  header.itemBytes = bytes;
  return Error::success();
}

Expected<NpyHeader> tilery::run::parseNpyHeader(StringRef file) {
  if (!file.starts_with(magic) || file.size() < magic.size() + 2)
    return createStringError("expected a .npy file, got something else");
  unsigned version = static_cast<unsigned char>(file[magic.size()]);
  if (version < 1 || version > 3)
    return createStringError("expected .npy format 1 to 3, got %u", version);
  size_t lengthAt = magic.size() + 2;
  size_t lengthBytes = version == 1 ? 2 : 4;
  if (file.size() < lengthAt + lengthBytes)
    return createStringError("the file ends within its header");
  size_t length = version == 1
                      ? support::endian::read16le(file.data() + lengthAt)
                      : support::endian::read32le(file.data() + lengthAt);
  size_t begin = lengthAt + lengthBytes;
  if (length > file.size() - begin)
    return createStringError("the file ends within its header");
  if (length > maxHeader)
    return createStringError("expected a header of at most %zu bytes, got %zu",
                             maxHeader, length);
  Expected<NpyHeader> header = HeaderReader(file.substr(begin, length)).read();
  if (!header)
    return header.takeError();
  if (Error error = parseDescr(*header))
    return error;
  header->dataOffset = begin + length;

  int64_t bytes = static_cast<int64_t>(header->itemBytes);
  for (int64_t extent : header->shape)
    if (MulOverflow(bytes, extent, bytes))
      return createStringError("the shape %s does not fit 64 bits",
                               shapeText(header->shape).c_str());
  auto got = static_cast<int64_t>(file.size() - header->dataOffset);
  if (got != bytes)
    return createStringError(
        "expected %lld bytes of data for shape %s, got %lld",
        static_cast<long long>(bytes), shapeText(header->shape).c_str(),
        static_cast<long long>(got));
  return header;
}

bool tilery::run::npyHolds(const NpyHeader &header, TileryDataType type) {
  if (header.itemBytes != elementBytes(type))
    return false;
  char kind = header.descr[1];
  if (type.code == TILERY_TYPE_FLOAT)
    return kind == 'f';
  if (isInteger(type))
    return kind == 'i' || kind == 'u' || kind == 'b';
  return kind == 'V' || kind == 'u' || kind == 'i';
}

Expected<NpyFile> tilery::run::readNpy(StringRef path) {
  // A device may never end.
  sys::fs::file_status status;
  if (!sys::fs::status(path, status) && !sys::fs::is_regular_file(status) &&
      !sys::fs::is_directory(status))
    return createStringError("(I01) cannot read '%s': expected a regular file",
                             path.str().c_str());
  auto buffer = MemoryBuffer::getFile(path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!buffer)
    return createStringError("(I01) cannot read '%s': %s", path.str().c_str(),
                             buffer.getError().message().c_str());
  Expected<NpyHeader> header = parseNpyHeader((*buffer)->getBuffer());
  if (!header)
    return createStringError("(T04) cannot read '%s': %s", path.str().c_str(),
                             toString(header.takeError()).c_str());
  return NpyFile{std::move(*header), std::move(*buffer)};
}

static std::string descrOf(TileryDataType type) {
  std::string bytes = std::to_string(elementBytes(type));
  const char *order = elementBytes(type) == 1 ? "|" : "<";
  switch (type.code) {
  case TILERY_TYPE_INT:
    return order + ("i" + bytes);
  case TILERY_TYPE_UINT:
    return order + ("u" + bytes);
  case TILERY_TYPE_FLOAT:
    return order + ("f" + bytes);
  default:
    // bf16 and fp8: bytes that a.view(ml_dtypes.bfloat16) gives a meaning.
    return "|V" + bytes;
  }
}

Error tilery::run::writeNpy(StringRef path, const Array &array) {
  std::string header = "{'descr': '" + descrOf(array.type()) +
                       "', 'fortran_order': False, 'shape': (";
  for (int64_t extent : array.shape())
    header += std::to_string(extent) + ", ";
  header += "), }";
  // NumPy aligns the data to 64 bytes and ends the header with a newline.
  size_t prefix = magic.size() + 4;
  header.append(63 - (prefix + header.size()) % 64, ' ');
  header += '\n';

  std::error_code error;
  raw_fd_ostream os(path, error);
  if (error)
    return createStringError("(I07) cannot write '%s': %s", path.str().c_str(),
                             error.message().c_str());
  os << magic << '\x01' << '\0';
  char length[2];
  support::endian::write16le(length, static_cast<uint16_t>(header.size()));
  os.write(length, 2);
  os << header;
  std::vector<char> data = array.pack();
  os.write(data.data(), data.size());
  os.close();
  if (os.has_error()) {
    std::string reason = os.error().message();
    os.clear_error();
    return createStringError("(I07) cannot write '%s': %s", path.str().c_str(),
                             reason.c_str());
  }
  return Error::success();
}
