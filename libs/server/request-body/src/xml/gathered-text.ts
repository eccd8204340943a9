/** Number of fragments that are joined at a time: a text of very many fragments is slow to read and takes much memory. */
const MAX_PIECES = 1_000;

/** A text that is received in pieces. */
export class GatheredText {
  private pieces: string[] = [];
  private readonly gathered: string[] = [];

  add(piece: string): void {
    this.pieces.push(piece);
    if (this.pieces.length < MAX_PIECES) return;
    this.gathered.push(this.pieces.join(''));
    this.pieces = [];
  }

  /** The whole, without blanks around it. */
  trimmed(): string {
    const { pieces, gathered } = this;
    const whole =
      gathered.length === 0 && pieces.length <= 1 ? (pieces[0] ?? '') : [...gathered, ...pieces].join('');
    return whole.trim();
  }
}
