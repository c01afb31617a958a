// The cases of bench/src/core.rs in CuTe C++, with every extent and stride known only at run time.
//
// The protocol is that of serve.py. Ranks are part of CuTe's types, so each case is code of its own.

#include <cute/layout.hpp>
#include <cutlass/version.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

using namespace cute;

// What the compiler has to take for any value at all, as `std::hint::black_box` in Rust.
template <class T>
void unknown(T& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

template <class... N>
auto ints(N... n) {
  return cute::make_tuple(int64_t(n)...);
}

// An offset as text.
std::string text(int64_t offset) { return std::to_string(offset); }

// The modes of a layout, flat and without those of extent 1, of which CuTe makes many.
template <class Shape, class Stride>
void modes(Shape const& shape, Stride const& stride, std::string& shapes, std::string& strides) {
  if constexpr (is_tuple<Shape>::value) {
    for_each(make_seq<tuple_size<Shape>::value>{}, [&](auto k) {
      modes(get<k>(shape), get<k>(stride), shapes, strides);
    });
  } else if (int64_t(shape) != 1) {
    auto comma = shapes.empty() ? "" : ",";
    shapes += comma + text(shape);
    strides += comma + text(stride);
  }
}

// A layout as text: the same function.
template <class Shape, class Stride>
std::string text(Layout<Shape, Stride> const& layout) {
  std::string shapes, strides;
  modes(layout.shape(), layout.stride(), shapes, strides);
  return shapes.empty() ? "1:0" : "(" + shapes + "):(" + strides + ")";
}

struct Case {
  std::string name, answer;
  std::function<void(uint64_t)> run;
};

std::vector<Case> cases;

// A case: what it asks, and the operands, which are unknown in every call.
template <class F, class... Operands>
void add(std::string name, F ask, Operands... operands) {
  auto run = [=](uint64_t calls) mutable {
    for (; calls > 0; --calls) {
      (unknown(operands), ...);
      auto result = ask(operands...);
      unknown(result);
    }
  };
  cases.push_back({std::move(name), text(ask(operands...)), run});
}

// N modes of extent 2, whose strides are these powers of two.
template <int N, class Bits>
auto binary(Bits bits) {
  auto shape = transform(make_seq<N>{}, [](auto) { return int64_t(2); });
  auto stride = transform(make_seq<N>{}, [&](auto k) { return int64_t(1) << bits(int(k)); });
  return make_layout(shape, stride);
}

// What callgrind counts.
[[gnu::noinline]] double counted(Case& c, uint64_t calls) {
  auto start = std::chrono::steady_clock::now();
  c.run(calls);
  std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
  return time.count() / double(calls);
}

int serve() {
  std::cout << "{\"version\": \"CUTLASS " << CUTLASS_MAJOR << "." << CUTLASS_MINOR << "."
            << CUTLASS_PATCH << ", g++ " << __VERSION__
            << " -O3, run-time extents and strides, without checks\", \"answers\": {";
  auto comma = "";
  for (auto& c : cases) {
    std::cout << comma << "\"" << c.name << "\": \"" << c.answer << "\"";
    comma = ", ";
  }
  std::cout << "}}" << std::endl;
  uint64_t calls;
  for (std::string name; std::cin >> calls && std::getline(std::cin >> std::ws, name);) {
    for (auto& c : cases) {
      if (c.name == name) std::cout << counted(c, calls) << std::endl;
    }
  }
  return 0;
}

auto compose = [](auto const& a, auto const& b) { return composition(a, b); };
auto divide = [](auto const& a, auto const& tiler) { return logical_divide(a, tiler); };
auto at = [](auto const& a, int64_t i) { return a(i); };

template <int N>
void scaling() {
  auto name = [](std::string what) { return what + " " + std::to_string(N); };
  auto permuted = binary<N>([](int k) { return (3 * k + 1) % N; });
  auto reversed = binary<N>([](int k) { return N - 1 - k; });
  add(name("composition"), compose, permuted, reversed);
  add(name("coalesce"), [](auto const& a) { return coalesce(a); }, permuted);
  if constexpr (N == 1) {
    add(name("complement"), [](auto const& a, int64_t size) { return complement(a, size); },
        permuted, int64_t(4));
  }
  add(name("logical_divide"), divide, permuted, make_layout(int64_t(2), int64_t(1)));
  add(name("at_index"), at, permuted, (int64_t(1) << N) - 2);
}

int main() {
  auto layout = [](auto shape, auto stride) { return make_layout(shape, stride); };
  auto mode = [](int64_t extent, int64_t stride) { return make_layout(extent, stride); };
  auto tiled = layout(cute::make_tuple(ints(8, 8), ints(8, 8)),
                      cute::make_tuple(ints(8, 512), ints(1, 64)));

  add("composition", compose, layout(ints(6, 2), ints(8, 2)), layout(ints(4, 3), ints(3, 1)));
  add("composition huge", compose, layout(ints(5, 2, 2, 2, 9), ints(1, 4, 9, 17, 35)),
      mode(1099511627776, 8));
  add("composition refused", compose, layout(ints(6, 2), ints(1, 7)),
      layout(ints(3, 2), ints(2, 3)));
  add("complement rank 1", [](auto const& a, int64_t size) { return complement(a, size); },
      mode(4, 2), int64_t(24));
  add("logical_divide 1-D", divide, layout(ints(4, 2, 3), ints(2, 1, 8)), mode(4, 2));
  add("logical_divide 2-D rank 1", divide,
      layout(cute::make_tuple(int64_t(9), ints(4, 8)), cute::make_tuple(int64_t(59), ints(13, 1))),
      make_tile(mode(3, 3), mode(8, 4)));
  add("logical_product", [](auto const& a, auto const& b) { return logical_product(a, b); },
      mode(4, 2), mode(6, 1));
  add("coalesce", [](auto const& a) { return coalesce(a); },
      layout(cute::make_tuple(int64_t(2), ints(1, 6)), cute::make_tuple(int64_t(1), ints(6, 2))));
  add("layout(i)", at, tiled, int64_t(1234));
  add("layout(i) prepared", at, tiled, int64_t(1234));
  add("evaluate sum",
      [](auto const& a) {
        int64_t sum = 0;
        for (int64_t i = 0; i < size(a); ++i) sum += a(i);
        return sum;
      },
      tiled);

  scaling<1>();
  scaling<2>();
  scaling<4>();
  scaling<8>();
  scaling<16>();
  scaling<32>();

  return serve();
}
