/** How long the first person in the queue can reserve an item alone, after a reservation or the turn of another. */
export const TURN_MS = 6 * 3_600_000;

/** The columns of an item about its reservation. */
export interface StoredReservation {
	/** End of the reservation or of the turn. */
	reservedUntil: Date | null;
	/** How many people in the queue get a turn after `reservedUntil`. */
	waitingCount: number;
}

/**
 * Until when an item is reserved for somebody. After a reservation or a turn, the next person in the queue has a turn
 * of six hours. This function counts such a turn even before it is written to the database.
 * @returns null if it is not reserved
 */
export function reservationEnd(
	{ reservedUntil, waitingCount }: StoredReservation,
	now: Date,
): Date | null {
	if (!reservedUntil) return null;
	const overMs = now.getTime() - reservedUntil.getTime();
	if (overMs < 0) return reservedUntil;
	const turnNumber = Math.floor(overMs / TURN_MS) + 1;
	return turnNumber > waitingCount
		? null
		: new Date(reservedUntil.getTime() + turnNumber * TURN_MS);
}
