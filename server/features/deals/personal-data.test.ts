import { expect, test } from 'vitest';
import { asc, eq } from '#server/db/drizzle.ts';
import { dealReservations } from '#server/db/schema/deal-reservations.ts';
import { openApp } from '#tests/support/app.ts';
import { openDeals } from '#tests/support/deals.ts';
import { erase } from './personal-data.ts';

const t = await openApp();
const { askAboutItem, doAction, startSale } = openDeals(t);

test('erasing an account removes the reasons that its user gave for releases, and keeps those of other users', async () => {
	const { seller, buyer, itemId } = await startSale();
	await askAboutItem(buyer, itemId);
	await doAction(seller, itemId, buyer, 'reserve', { hours: 48 });
	await doAction(buyer, itemId, buyer, 'release', { reason: 'I found another.' });
	await doAction(seller, itemId, buyer, 'reserve', { hours: 24 });
	await doAction(seller, itemId, buyer, 'release', { reason: 'It broke.' });

	await erase(t.db, buyer.id);

	const rows = await t.db
		.select({ reason: dealReservations.reason })
		.from(dealReservations)
		.where(eq(dealReservations.itemId, itemId))
		.orderBy(asc(dealReservations.id));
	expect(rows).toEqual([{ reason: null }, { reason: 'It broke.' }]);
});
