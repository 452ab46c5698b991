// Opened as a file, a browser loads no module, and the page would stay empty: it says what to do.

if (location.protocol === "file:") {
  document.addEventListener("DOMContentLoaded", () => {
    const words = document.createElement("p");
    words.className = "problem";
    words.setAttribute("role", "alert");
    words.textContent =
      "A browser does not run this page from a file. Serve the folder, for example with python3 -m http.server, and open http://127.0.0.1:8000/; or put it on any web server.";
    document.getElementById("main").append(words);
  });
}
