import { expect, test } from 'vitest';
import { openPool } from '#server/db/client.ts';
import { openApp } from '#tests/support/app.ts';
import { DEMO_CHATS } from './chats.ts';
import { DEMO_DEALS } from './deal-stories.ts';
import { DEMO_ITEMS } from './items.ts';
import { fillWithDemo } from './seed.ts';
import { DEMO_WANTED } from './wanted-and-saved.ts';

test('the demo data is stored completely, with every item, photo, chat photo, wanted post and deal', async () => {
	const t = await openApp({ SEED_DEMO: '1' });
	const connection = openPool(t.url, () => undefined);
	const context = { backgroundPool: connection, store: t.store, config: t.config };

	await fillWithDemo(context, () => undefined);

	const { rows } = await connection.db.execute<Record<string, number>>(
		`select (select count(*)::int from items) as items,
			(select count(*)::int from item_photos) as photos,
			(select count(*)::int from chat_photos) as "chatPhotos",
			(select count(distinct item_id)::int from deals) as deals`,
	);
	await connection.close();
	const photos = DEMO_ITEMS.flatMap(({ pictures }) => pictures).length;
	const chatPhotos = DEMO_CHATS.flatMap(({ lines }) => lines).filter(([, , picture]) => picture);
	expect(rows).toEqual([
		{
			items: DEMO_ITEMS.length,
			photos,
			chatPhotos: chatPhotos.length,
			deals: DEMO_DEALS.length,
		},
	]);
	const { wanted } = (await t.as(null).get('/wanted')).json();
	expect(wanted).toHaveLength(DEMO_WANTED.length);
}, 900_000);
