// Alternatives that an option chooses among, each of which is one struct that says everything about itself:
// at least its `name` and a `help` of a few words. Where an enum numbers them, in the same order, each struct
// also has its `number`:
//
//   enum class Drink { tea, coffee };
//   struct Tea { static constexpr Drink number = Drink::tea; … };
//   using Drinks = Alternatives<Tea, Coffee>;
//   static_assert(Drinks::in_order());
//   template <> inline constexpr std::array enum_names<Drink> = Drinks::names;
//
// visit() calls a function template with the struct that is meant; the caller uses its other members.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace banyan {

template <class... Structs>
struct Alternatives {
  static constexpr std::size_t count = sizeof...(Structs);
  static constexpr std::array<std::string_view, count> names{Structs::name...};

  // The structs stand where their numbers are.
  static constexpr bool in_order() {
    std::size_t i = 0;
    return ((static_cast<std::size_t>(Structs::number) == i++) && ...);
  }

  // f<S>() of each struct S.
  template <class F>
  static constexpr auto map(F&& f) {
    return std::array{f.template operator()<Structs>()...};
  }

  // Calls f<S>() for the struct S that has this number.
  template <class Enum, class F>
  [[gnu::always_inline]] static constexpr void visit(Enum number, F&& f) {
    std::size_t i = 0;
    (void)((static_cast<std::size_t>(number) == i++ ? (f.template operator()<Structs>(), true) : false) ||
           ...);
  }

  // What all are about, then "name = help; name = help; …".
  template <const std::string_view& about>
  [[nodiscard]] static constexpr std::string_view help() {
    return {text<about>.data(), text<about>.size()};
  }

 private:
  static constexpr std::string_view colon = ": ";
  static constexpr std::string_view equals = " = ";
  static constexpr std::string_view between = "; ";
  static constexpr std::size_t length = (0 + ... + (Structs::name.size() + Structs::help.size())) +
                                        colon.size() + count * equals.size() + (count - 1) * between.size();
  template <const std::string_view& about>
  static constexpr auto text = [] {
    std::array<char, about.size() + length> all{};
    std::size_t end = 0;
    const auto add = [&](std::string_view part) {
      for (const char c : part) all[end++] = c;
    };
    const auto add_one = [&](std::string_view name, std::string_view help) {
      add(end == about.size() ? colon : between);
      add(name), add(equals), add(help);
    };
    add(about);
    (add_one(Structs::name, Structs::help), ...);
    return all;
  }();
};

}  // namespace banyan
