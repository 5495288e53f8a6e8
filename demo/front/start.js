// Sends the request of the start page, and shows its answer.

const live = document.getElementById("live");
const [button, status, answer] = ["send", "status", "answer"].map((id) => document.getElementById(id));

async function send() {
  const begun = performance.now();
  const { path, key } = live.dataset;
  try {
    const response = await fetch(path, { headers: { "x-api-key": key }, cache: "no-store" });
    const text = JSON.stringify(await response.json(), null, 2);
    status.textContent = `${response.status} ${response.statusText} in ${Math.max(1, Math.round(performance.now() - begun))} ms`;
    answer.textContent = text;
  } catch {
    status.textContent = "The server does not answer. Is it still running?";
  }
}

live.hidden = false;
button.addEventListener("click", () => void send());
void send();
