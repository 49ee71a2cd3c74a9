import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';
import { DEMO_DEALS } from './deal-stories.ts';
import { insertDemoDeals } from './deals.ts';
import { DEMO_ITEMS } from './items.ts';
import { DEMO_STUDENTS } from './people.ts';
import { insertDemoSpots } from './spots.ts';

test.each(['Asia/Kolkata', 'Europe/London'])(
	'in %s, the demo data has deals in their main states, with reviews and a queue of three buyers',
	async (timeZone) => {
		const t = await openApp();
		const students = new Map<string, number>();
		for (const { key } of DEMO_STUDENTS)
			students.set(key, (await t.student({ emailConfirmedAt: new Date() })).id);
		const items = new Map<string, number>();
		for (const { itemTitle, seller } of DEMO_DEALS) {
			const item = DEMO_ITEMS.find(({ title }) => title === itemTitle);
			expect(item, itemTitle).toMatchObject({ seller });
			const { price = 0, isPriceFixed = false } = item ?? {};
			const { id } = await t.item(
				{ id: students.get(seller) ?? 0 },
				{ title: itemTitle, price, isPriceFixed },
			);
			items.set(itemTitle, id);
		}
		await insertDemoSpots(t.db);

		await t.db.transaction((tx) => insertDemoDeals(tx, { students, items, timeZone }));

		const { rows } = await t.db.execute(sql`
		select
			(select count(*)::int from deal_offers where ended_at is null) as offers,
			(select count(*)::int from deal_reservations where ended_at is null) as reservations,
			(select max(people)::int from (
				select count(*) as people from deal_queue where ended_at is null group by item_id
			) queue) as "longestQueue",
			(select count(*)::int from deal_queue where ended_at is null and turn_until is not null) as turns,
			(select count(*)::int from deal_handovers where agreed_at is not null) as agreed,
			(select count(*)::int from deal_sales where completed_at is null) as waiting,
			(select count(*)::int from deal_reviews) as reviews`);
		expect(rows).toEqual([
			{ offers: 2, reservations: 2, longestQueue: 3, turns: 1, agreed: 1, waiting: 1, reviews: 7 },
		]);
	},
);
