// What a step of a story speaks of is framed, and everything else steps back.

/** Frames elements of a view, and dims what contains none of them. */
export function dim(main, parts) {
  for (const one of main.querySelectorAll(".framed")) if (!parts.includes(one)) one.classList.remove("framed");
  for (const one of main.querySelectorAll(".dimmed")) one.classList.remove("dimmed");
  // From each part up to the view: what stands beside the way has no part in it, unless another way passes there.
  const ways = new Set(
    parts.flatMap((part) => {
      const way = [];
      for (let one = part; one && one !== main; one = one.parentElement) way.push(one);
      return way;
    }),
  );
  for (const one of ways) {
    for (const sibling of one.parentElement.children)
      if (!ways.has(sibling) && !parts.some((part) => part.contains(one.parentElement))) sibling.classList.add("dimmed");
  }
  for (const one of parts) one.classList.add("framed");
}
