// The page's own signals, by choice: a tone, an outline, words and a shake when the running time is low,
// a shake when a press of this page counts; and unless it is switched off, in words whose turn it is.
"use strict";

const AGAIN = 1.5; // with so much more than is low, a seat's time can be low once more
const OUTLINED_MS = 4000;
const LOW_HZ = 660;
const LOW_LOUDNESS = 0.6;
const LOW_TONE_S = 0.35;
const LOW_SHAKES_MS = [90, 60, 90];
const COUNTS_WITHIN_MS = 1000; // a lamp that changes later is no answer to a press
const COUNTED_MS = 20;

const signals = {
  low: $("#low"),
  shakes: $("#shakes"),
  says: $("#says"),
  sentence: "", // both times in words
  ready: "", // the game that is ready to start
  begins: null, // the seat that begins it: its own press starts nothing
  turn: "", // whose clock runs
  task: "", // that player's step of an opening, and byo-yomi periods left
  tasks: new Map(), // player -> the task that was announced last
  joint: false, // whether both players' do
  entry: null, // the fields of a code or a time that is entered
  agreeing: false, // whether both players' plungers are asked for
  silent: false, // by the rules nothing sounds
  warned: new Set(), // seats whose time is low and which know it
  felt: -Infinity, // when the last press that was felt was made

  follow({ running_s: running, sentence, hold_opens: opens, game, begins, turn, task, silent,
    agreeing, entry, left_in_words: inWords }) {
    if (game && (game !== this.ready || sentence !== this.sentence)) listener.hearSoon();
    const ran = this.turn || this.joint; // a clock that starts is heard with the displays
    const news = [turn !== this.turn ? turn : "", turn ? this.newTask(turn, task) : ""];
    const said = news.filter(Boolean).join(". ");
    if (ran && said) announcer.textContent = this.says.checked ? said : "";
    if (game) this.tasks.clear();
    if (this.ready && !game) notice.textContent = ""; // what was said before the start is old
    const joint = Object.keys(running).length > 1;
    // In a stop and after the game a press is a claim or an answer, not the end of a move.
    root.classList.toggle("halted", !game && !turn && Object.keys(running).length === 0);
    Object.assign(this, { sentence, ready: game, begins, turn, task, joint, silent, agreeing, entry });
    showTyping();
    $("#organizer").ariaDisabled = opens ? null : "true";
    const low = Number(this.low.value);
    for (const [seat, left] of Object.entries(running)) {
      if (left > low * AGAIN) this.warned.delete(seat);
      else if (low > 0 && left <= low && !this.warned.has(seat)) this.warn(seat, inWords[seat]);
    }
  },

  // A task is announced once, not at each of the player's moves.
  newTask(turn, task) {
    const known = this.tasks.get(turn) ?? "";
    this.tasks.set(turn, task);
    return task === known ? "" : task;
  },

  // The words are those of the rules, which may have none.
  warn(seat, words = "") {
    this.warned.add(seat);
    const half = $(`.seat.${seat}`);
    half.classList.add("low");
    if (words) alarm.textContent = words;
    setTimeout(() => {
      half.classList.remove("low");
      if (alarm.textContent === words) alarm.textContent = ""; // so that the same is news again
    }, OUTLINED_MS);
    if (sound.sounds()) {
      sound.start(LOW_HZ, LOW_LOUDNESS).stop(sound.context.currentTime + LOW_TONE_S);
    }
    this.shake(LOW_SHAKES_MS);
  },

  // Who begins may press in vain: the opponent's press starts the game.
  pressed(line) {
    if (!this.begins || !line.startsWith(`${this.begins}_plunger`)) return;
    say(this.begins === "left" ? "{{Right's press or OK starts Left's clock}}"
      : "{{Left's press or OK starts Right's clock}}");
  },

  // A press counts if a clock starts or stops upon it.
  feel(changed) {
    const plungers = [...touchedAt].filter(([line]) => line.includes("_plunger"));
    const pressed = Math.max(...plungers.map(([, at]) => at), -Infinity);
    if (pressed <= this.felt || performance.now() - pressed > COUNTS_WITHIN_MS) return;
    if (!changed.some((lamp) => lamp.endsWith("_running"))) return;
    this.felt = pressed;
    this.shake(COUNTED_MS);
  },

  shake(pattern) {
    if (this.shakes.checked) navigator.vibrate?.(pattern);
  },
};

signals.low.value = choices.get("low") ?? "0";
signals.low.addEventListener("change", () => {
  choices.set("low", signals.low.value);
  signals.warned.clear();
});
signals.says.checked = choices.get("says") !== "no";
signals.says.addEventListener("change", () => {
  choices.set("says", signals.says.checked ? "yes" : "no");
});
signals.shakes.checked = choices.get("shakes") !== "no";
signals.shakes.addEventListener("change", () => {
  choices.set("shakes", signals.shakes.checked ? "yes" : "no");
});
signals.shakes.closest("label").hidden = !(navigator.vibrate && touched.matches);
