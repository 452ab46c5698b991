// The table of contents of a long view.

import { h, styled } from "./dom.js";

await styled("wide.css");

/** Buttons that lead to the sections of a view: those that have a heading of the second level as their first child. */
export function contents(root, ...first) {
  const headings = [...root.querySelectorAll("section > h2:first-child")].filter((heading) => !heading.closest("[aria-live], .rule"));
  const entries = [...first, ...headings.map((heading) => [heading.textContent, heading])];
  return h(
    "nav",
    { class: "contents", "aria-label": "Contents" },
    h(
      "ul",
      {},
      entries.map(([text, target]) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              onclick: () => {
                target.tabIndex = -1;
                target.scrollIntoView({ block: "start" });
                target.focus({ preventScroll: true });
              },
            },
            text,
          ),
        ),
      ),
    ),
  );
}
