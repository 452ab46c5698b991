// The look that a visitor has chosen, kept in this browser and nowhere else. A link that has a look goes first.

const NAME = "urigram-look";

/** The kept look: a theme or none, and whether the type is large. */
export function kept() {
  try {
    const { theme, large } = JSON.parse(localStorage.getItem(NAME) ?? "{}");
    return { theme: ["light", "dark"].includes(theme) ? theme : undefined, large: large === true };
  } catch {
    // The browser keeps nothing, or something else has written there.
    return {};
  }
}

export function keep(look) {
  try {
    localStorage.setItem(NAME, JSON.stringify(look));
  } catch {
    // It is in the link all the same.
  }
}
