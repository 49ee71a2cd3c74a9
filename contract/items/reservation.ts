/** The columns of an item about its reservation. */
export interface StoredReservation {
	/** End of the reservation or of the turn. */
	reservedUntil: Date | null;
	/** End of the turn that follows, if somebody waits in the queue; before it is written to `reservedUntil`. */
	nextTurnUntil: Date | null;
}

/**
 * Until when an item is reserved for somebody, or left to the first person in the queue for their turn.
 * @returns null if it is not reserved
 */
export function reservationEnd(
	{ reservedUntil, nextTurnUntil }: StoredReservation,
	now: Date,
): Date | null {
	const until = reservedUntil && reservedUntil > now ? reservedUntil : nextTurnUntil;
	return until && until > now ? until : null;
}
