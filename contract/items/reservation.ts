/** How long the first in the queue has an item to themselves, after a reservation or another's turn. */
export const TURN_MS = 6 * 3_600_000;

/** What is stored with an item of its reservation. */
export interface StoredReservation {
	/** End of the reservation or of the turn. */
	reservedUntil: Date | null;
	/** How many wait for a turn after that. */
	waitingCount: number;
}

/**
 * Until when an item is reserved for somebody. A reservation or turn that ends is followed by a turn of six hours for
 * the next who waits, whether or not that has been written yet.
 * @returns null if it is not reserved
 */
export function reservationEnd(
	{ reservedUntil, waitingCount }: StoredReservation,
	now: Date,
): Date | null {
	if (!reservedUntil) return null;
	const overMs = now.getTime() - reservedUntil.getTime();
	if (overMs < 0) return reservedUntil;
	const turn = Math.floor(overMs / TURN_MS) + 1;
	return turn > waitingCount ? null : new Date(reservedUntil.getTime() + turn * TURN_MS);
}
