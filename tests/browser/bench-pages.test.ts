import { expect, test } from 'vitest';
import { openOwnMarket } from '#tests/support/own-market.ts';
import { openBareSite } from '../../bench/bare-site.ts';
import { measureMoving } from '../../bench/measure-moving.ts';
import { newItem, signUp } from '../../bench/soak-people.ts';

/** With one item, which nobody takes down while the benchmark walks by. */
const { address } = await openOwnMarket();
const { token } = await signUp(address);
const item = await newItem();
item.set('category', 'Books');
const posted = await fetch(`${address}/api/item/add-item`, {
	method: 'POST',
	headers: { authorization: `Bearer ${token}` },
	body: item,
});
if (!posted.ok) throw new Error(`The item was not posted: ${await posted.text()}`);

test('the benchmark of moving walks through the market and measures each step', async () => {
	const { turns, presses } = await measureMoving({
		...{ address, rounds: 1, restsMs: 70 },
		say: () => undefined,
	});

	expect([Object.keys(turns).length, Object.keys(presses).length]).toEqual([8, 8]);
	for (const taken of Object.values(turns)) expect(taken).toEqual([expect.any(Number)]);
});

test('the page that Lighthouse’s figures stand beside shows the market’s items', async () => {
	const bare = await openBareSite(address, 5);
	try {
		const page = await (await fetch(bare.address)).text();
		const items = (await (await fetch(`${bare.address}/api/items`)).json()) as object[];

		expect(page).toContain('<div id="root"></div>');
		expect(items[0]).toMatchObject({ price: expect.any(Number), title: expect.any(String) });
	} finally {
		await bare.close();
	}
});
