import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { parseDetails } from '#contract/catalogue/details.ts';
import { spotFaults } from '#contract/catalogue/list-rules.ts';
import { spotsInput } from '#contract/catalogue/list-schemas.ts';
import { REPORT_STATUSES } from '#contract/reports/facts.ts';
import { openPool } from '#server/db/client.ts';
import { findCatalogue } from '#server/features/catalogue/queries.ts';
import { openApp } from '#tests/support/app.ts';
import { DEMO_ANNOUNCEMENT } from './announcement.ts';
import { DEMO_CHATS } from './chats.ts';
import { DEMO_DEALS } from './deal-stories.ts';
import { DEMO_FEEDBACK } from './feedback.ts';
import { DEMO_ITEMS } from './items.ts';
import { DEMO_STUDENTS } from './people.ts';
import { fillWithDemo } from './seed.ts';
import { DEMO_SAVED, DEMO_SEARCHES, DEMO_WANTED } from './wanted-and-saved.ts';

const ANANYA = DEMO_STUDENTS.find(({ key }) => key === 'ananya');

test('the demo is stored completely, once, and shows deals, reviews, reports and wanted posts in every state', async () => {
	const t = await openApp({ SEED_DEMO: '1' });
	const connection = openPool(t.url, () => undefined);
	const context = { backgroundPool: connection, store: t.store, config: t.config };
	const fill = () => fillWithDemo(context, () => undefined);

	const accounts = await fill();
	expect(await fill()).toEqual(accounts);
	await connection.close();

	const { rows } = await t.db.execute(sql`
		select
			(select count(*)::int from items) as items,
			(select count(*)::int from item_photos) as photos,
			(select count(*)::int from chat_photos) as "chatPhotos",
			(select count(distinct item_id)::int from deals) as deals,
			(select count(offer)::int from deals) as offers,
			(select count(*)::int from deals where hold ->> 'kind' = 'reserved') as reservations,
			(select max(people)::int from (
				select count(place) as people from deals group by item_id
			) queue) as "longestQueue",
			(select count(*)::int from deals where hold ->> 'kind' = 'turn') as turns,
			(select count(handover ->> 'agreedSlot')::int from deals) as agreed,
			(select count(missed)::int from deals) as missed,
			(select count(*)::int from deal_sales where completed_at is null) as waiting,
			(select count(*)::int from deal_reviews) as reviews,
			(select count(*)::int from saved_items) as saved,
			(select count(*)::int from saved_searches) as searches,
			(select count(*)::int from feedback) as feedback`);
	const chatPhotos = DEMO_CHATS.flatMap(({ lines }) => lines).filter(([, , picture]) => picture);
	expect(rows).toEqual([
		{
			items: DEMO_ITEMS.length,
			photos: DEMO_ITEMS.flatMap(({ pictures }) => pictures).length,
			chatPhotos: chatPhotos.length,
			deals: DEMO_DEALS.length,
			offers: 2,
			reservations: 4,
			longestQueue: 3,
			turns: 1,
			agreed: 3,
			missed: 1,
			waiting: 2,
			reviews: 7,
			saved: Object.values(DEMO_SAVED).flat().length,
			searches: DEMO_SEARCHES.length,
			feedback: DEMO_FEEDBACK.length,
		},
	]);

	const visitor = t.as(null);
	const { wanted } = (await visitor.get('/wanted')).json();
	expect(wanted).toHaveLength(DEMO_WANTED.length);
	expect((await visitor.get('/wanted/most')).json().most).toContainEqual(
		expect.objectContaining({ subject: 'CS402', wanted: 3 }),
	);
	const { feedbacks } = (await visitor.get('/feedback/public?limit=6&featured=true')).json();
	expect(feedbacks).toHaveLength(6);

	const { password } = /password (?<password>\S+)/.exec(accounts[0] ?? '')?.groups ?? {};
	const signedIn = await visitor.post('/auth/login', { email: ANANYA?.email, password });
	const asAnanya = t.as({ token: signedIn.json().accessToken });
	const { reports } = (await asAnanya.get('/reports/mine')).json();
	expect(new Set(reports.map(({ status }: { status: string }) => status))).toEqual(
		new Set(REPORT_STATUSES),
	);
	expect((await asAnanya.get('/notices')).json()).toMatchObject({
		announcement: { title: DEMO_ANNOUNCEMENT.title, type: 'info' },
	});

	const superAdmin = await t.admin({ roleLevel: 'super_admin' });
	const { spots } = (await t.as(superAdmin).get('/admin/catalogue/spots')).json();
	expect(z.parse(spotsInput, spots)).toEqual(spots);
	expect(spotFaults(spots)).toEqual([]);

	const { categories } = await findCatalogue(t.db);
	for (const { title, category, details = {} } of DEMO_ITEMS) {
		const fields = categories.find(({ name }) => name === category)?.fields ?? [];
		expect(parseDetails(fields, details), title).toEqual({ details });
	}
}, 900_000);
