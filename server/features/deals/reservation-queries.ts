import { type Db, insertedRow } from '#server/db/client.ts';
import { eq } from '#server/db/drizzle.ts';
import { dealReservations } from '#server/db/schema/deal-reservations.ts';

export async function insertReservation(
	tx: Db,
	reservation: typeof dealReservations.$inferInsert,
): Promise<number> {
	const rows = await tx
		.insert(dealReservations)
		.values(reservation)
		.returning({ id: dealReservations.id });
	return insertedRow(rows).id;
}

/**
 * Moves the end of a reservation.
 * @param isReminded true if both sides need no reminder of the new end
 */
export async function setReservationUntil(
	tx: Db,
	id: number,
	until: Date,
	isReminded: boolean,
	now: Date,
): Promise<void> {
	await tx
		.update(dealReservations)
		.set({ until, remindedAt: isReminded ? now : null })
		.where(eq(dealReservations.id, id));
}
