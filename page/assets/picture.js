// What is seen of an element, as rectangles, paths and runs of text: for SVG, and for a picture to copy.

const LEFT_OUT = ".visually-hidden, .show-tree, input, select, textarea, [hidden]";
const canvas = document.createElement("canvas").getContext("2d");

/** The shapes of an element, from its upper left corner, with the colour behind them. */
export function picture(element) {
  const box = element.getBoundingClientRect();
  const [width, height] = [Math.max(element.scrollWidth ?? 0, box.width), Math.max(element.scrollHeight ?? 0, box.height)];
  const items = [];
  // What is scrolled out of sight is part of the picture.
  const at = { x: box.left - (element.scrollLeft ?? 0) - 8, y: box.top - (element.scrollTop ?? 0) - 8 };
  walk(element, at, items);
  return { width: Math.ceil(width) + 16, height: Math.ceil(height) + 16, behind: getComputedStyle(document.body).backgroundColor, items };
}

function walk(element, at, items) {
  if (element.matches(LEFT_OUT)) return;
  const style = getComputedStyle(element);
  if (style.display === "none" || style.visibility === "hidden") return;
  if (element instanceof SVGGeometryElement) return shape(element, style, at, items);
  if (!(element instanceof SVGElement)) boxed(element, style, at, items);
  for (const child of element.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) runs(child, style, at, items);
    else if (child.nodeType === Node.ELEMENT_NODE) walk(child, at, items);
  }
}

/** Background and borders of a box. */
function boxed(element, style, at, items) {
  for (const box of element.getClientRects()) {
    const [x, y] = [box.left - at.x, box.top - at.y];
    if (isSeen(style.backgroundColor)) items.push({ d: rectangle(x, y, box.width, box.height), fill: style.backgroundColor });
    const side = (name, x1, y1, x2, y2) => {
      const thick = parseFloat(style[`border${name}Width`]);
      if (thick > 0 && style[`border${name}Style`] !== "none" && isSeen(style[`border${name}Color`])) {
        items.push({ d: `M${x1} ${y1}L${x2} ${y2}`, stroke: style[`border${name}Color`], thick, dash: style[`border${name}Style`] === "dashed" ? "4 3" : null });
      }
    };
    side("Top", x, y, x + box.width, y);
    side("Bottom", x, y + box.height, x + box.width, y + box.height);
    side("Left", x, y, x, y + box.height);
    side("Right", x + box.width, y, x + box.width, y + box.height);
  }
}

/** Text, a run for each line that it is broken into. */
function runs(node, style, at, items) {
  const text = node.data;
  if (!text.trim()) return;
  const range = document.createRange();
  const font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  canvas.font = font;
  const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = canvas.measureText("x");
  let run = null;
  let offset = 0;
  const end = () => {
    if (run?.text.trim()) items.push(run);
    run = null;
  };
  for (const c of text) {
    range.setStart(node, offset);
    offset += c.length;
    range.setEnd(node, offset);
    const box = range.getClientRects()[0];
    if (!box || box.width === 0) continue;
    if (run && Math.abs(run.top - box.top) > 1) end();
    // A label can be drawn smaller than its font says.
    const scale = box.height / (up + down);
    run ??= { text: "", x: box.left - at.x, top: box.top, y: box.top - at.y + up * scale, size: parseFloat(style.fontSize) * scale, fill: node.parentElement instanceof SVGElement ? style.fill : style.color, weight: style.fontWeight, slant: style.fontStyle, family: style.fontFamily, width: 0 };
    run.text += c;
    run.width = box.right - at.x - run.x;
  }
  end();
}

/** A shape of an SVG, as a path in the coordinates of the picture. */
function shape(element, style, at, items) {
  const matrix = element.getScreenCTM();
  const number = (name) => element[name].baseVal.value;
  const d = {
    path: () => element.getAttribute("d"),
    rect: () => rectangle(number("x"), number("y"), number("width"), number("height")),
    line: () => `M${number("x1")} ${number("y1")}L${number("x2")} ${number("y2")}`,
    circle: () => round(number("cx"), number("cy"), number("r"), number("r")),
    ellipse: () => round(number("cx"), number("cy"), number("rx"), number("ry")),
    polyline: () => `M${[...element.points].map(({ x, y }) => `${x} ${y}`).join("L")}`,
    polygon: () => `M${[...element.points].map(({ x, y }) => `${x} ${y}`).join("L")}Z`,
  }[element.localName]?.();
  if (!d) return;
  items.push({
    d, matrix: [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e - at.x, matrix.f - at.y],
    fill: isSeen(style.fill) ? style.fill : null, stroke: isSeen(style.stroke) ? style.stroke : null, thick: parseFloat(style.strokeWidth), dash: style.strokeDasharray === "none" ? null : style.strokeDasharray.replaceAll("px", ""),
  });
}

function rectangle(x, y, width, height) {
  return `M${x} ${y}h${width}v${height}h${-width}Z`;
}

function round(x, y, across, down) {
  return `M${x - across} ${y}a${across} ${down} 0 1 0 ${2 * across} 0a${across} ${down} 0 1 0 ${-2 * across} 0Z`;
}

function isSeen(colour) {
  return colour !== "none" && colour !== "transparent" && !/rgba\(.*, 0\)$/.test(colour);
}

const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** A picture as a file of SVG that needs nothing else. */
export function svg({ width, height, behind, items }, title) {
  const attributes = (all) => Object.entries(all).filter(([, value]) => value !== null && value !== undefined && value !== "").map(([name, value]) => ` ${name}="${escaped(String(typeof value === "number" ? Math.round(value * 100) / 100 : value))}"`).join("");
  const one = (item) => (item.text === undefined
    ? `<path${attributes({ d: item.d, transform: item.matrix && `matrix(${item.matrix.map((value) => Math.round(value * 1e4) / 1e4).join(" ")})`, fill: item.fill ?? "none", stroke: item.stroke, "stroke-width": item.stroke ? item.thick : null, "stroke-dasharray": item.stroke ? item.dash : null })}/>`
    : `<text${attributes({ x: item.x, y: item.y, fill: item.fill, "font-family": item.family, "font-size": item.size, "font-weight": item.weight, "font-style": item.slant === "normal" ? null : item.slant, textLength: item.width, lengthAdjust: "spacingAndGlyphs", "xml:space": "preserve" })}>${escaped(item.text)}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">\n<title>${escaped(title)}</title>\n<path d="${rectangle(0, 0, width, height)}" fill="${escaped(behind)}"/>\n${items.map(one).join("\n")}\n</svg>\n`;
}

/** A picture as PNG, two points for each of the screen's. */
export function png({ width, height, behind, items }) {
  // Browsers have a limit for canvases.
  const scale = Math.min(2, 8000 / Math.max(width, height));
  const sheet = document.createElement("canvas");
  sheet.width = width * scale;
  sheet.height = height * scale;
  const pen = sheet.getContext("2d");
  pen.scale(scale, scale);
  pen.fillStyle = behind;
  pen.fillRect(0, 0, width, height);
  for (const item of items) {
    pen.save();
    if (item.text !== undefined) {
      pen.font = `${item.slant} ${item.weight} ${item.size}px ${item.family}`;
      pen.fillStyle = item.fill;
      pen.fillText(item.text, item.x, item.y, item.width + 1);
    } else {
      if (item.matrix) pen.transform(...item.matrix);
      const path = new Path2D(item.d);
      if (item.fill) {
        pen.fillStyle = item.fill;
        pen.fill(path);
      }
      if (item.stroke) {
        pen.strokeStyle = item.stroke;
        pen.lineWidth = item.thick;
        pen.setLineDash((item.dash ?? "").split(/[ ,]+/).filter(Boolean).map(Number));
        pen.stroke(path);
      }
    }
    pen.restore();
  }
  return new Promise((done, failed) => { sheet.toBlob((blob) => (blob ? done(blob) : failed(new Error("This picture is too large to copy."))), "image/png"); });
}
