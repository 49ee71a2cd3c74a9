/** How long the first in the queue has an item to themselves, after a reservation or another's turn. */
export const TURN_MS = 6 * 3_600_000;

/** What is stored with an item of its reservation. */
export interface StoredReservation {
	/** End of the reservation or of the turn. */
	reservedUntil: Date | null;
	/** How many people in the queue get a turn after that. */
	waitingCount: number;
}

/**
 * Until when an item is reserved for somebody. A reservation or a turn that ends is followed by a turn of six hours for the
 * next person in the queue, even before that turn is written to the database.
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
