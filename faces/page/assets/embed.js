// A view in a frame of another page: `?embed` leaves out what surrounds a view, and a link opens the
// whole page.

import { h } from "./dom.js";

/** Leaves out the frame of the page if its address asks for that. */
export function embed() {
  if (!new URLSearchParams(location.search).has("embed")) return;
  document.documentElement.classList.add("embedded");
  const whole = h("a", { class: "whole", target: "_blank", rel: "noopener", title: "Opens this in the whole page" }, "urigram ↗");
  // The address changes while someone types, without an event.
  const aim = () => {
    whole.href = location.pathname + location.hash;
  };
  for (const event of ["pointerdown", "focus", "keydown"]) whole.addEventListener(event, aim);
  aim();
  addEventListener("hashchange", aim);
  document.body.append(whole);
}
