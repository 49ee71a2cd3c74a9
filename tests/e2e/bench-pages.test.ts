import { expect, test } from 'vitest';
import { openOwnApp } from '#tests/support/own-app.ts';
import { openBaselineSite } from '../../bench/baseline/list-page.ts';
import { createItemForm } from '../../bench/lib/item-form.ts';
import { createPlainPhoto } from '../../bench/lib/sample-photos.ts';
import { signUp } from '../../bench/lib/users.ts';
import { measureNavigation } from '../../bench/scenarios/navigation.ts';

/** A server of its own, with one item that no other test removes. */
const { address } = await openOwnApp();
const { token } = await signUp(address);
const form = createItemForm([await createPlainPhoto()]);
form.set('category', 'Books');
const postItem = () =>
	fetch(`${address}/api/item/add-item`, {
		method: 'POST',
		headers: { authorization: `Bearer ${token}` },
		body: form,
	});
let response = await postItem();
// Retried while the server answers 503, as the pages do.
while (response.status === 503) response = await postItem();
if (!response.ok) throw new Error(`The item was not posted: ${await response.text()}`);

test('the navigation benchmark measures each of its navigations, interactions and taps', async () => {
	const { navigations, interactions, taps } = await measureNavigation({
		address,
		rounds: 1,
		idleMs: 70,
		log: () => undefined,
	});

	const steps = [navigations, interactions, taps];
	expect(steps.map((step) => Object.keys(step).length)).toEqual([8, 9, 3]);
	for (const durationsMs of [...Object.values(navigations), ...Object.values(taps)])
		expect(durationsMs).toEqual([expect.any(Number)]);
});

test('the baseline site for Lighthouse serves an empty page shell and the items of the server', async () => {
	const baseline = await openBaselineSite(address, 5);
	try {
		const page = await (await fetch(baseline.address)).text();
		const items = (await (await fetch(`${baseline.address}/api/items`)).json()) as object[];

		expect(page).toContain('<div id="root"></div>');
		expect(items[0]).toMatchObject({ price: expect.any(Number), title: expect.any(String) });
	} finally {
		await baseline.close();
	}
});
