import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openApp } from '#tests/support/app.ts';
import { query } from '#tests/support/query.ts';

const t = await openApp();
const dean = await t.admin({ roleLevel: 'super_admin' });
const setMaintenance = (maintenanceMode: boolean) =>
	t.as(dean).put('/admin/settings', { maintenanceMode });

/** The maintenance state as visitors see it. */
async function observeMaintenance() {
	const listing = await t.as(null).get('/item/get-all-items');
	const status = await t.as(null).get('/admin/maintenance');
	return [listing.statusCode, status.json().maintenance];
}

// With this trigger off, no event of the database reports the change: the instance that makes it
// must apply it by itself.
beforeEach(async () => {
	await query(t.url, 'alter table settings disable trigger settings_announced');
	onTestFinished(async () => {
		await query(t.url, 'alter table settings enable trigger settings_announced');
	});
});

test('a change of maintenance mode is in effect as soon as its response arrives', async () => {
	const before = await observeMaintenance();

	const on = await setMaintenance(true);
	const during = await observeMaintenance();
	const off = await setMaintenance(false);
	const after = await observeMaintenance();

	expect([on.statusCode, off.statusCode]).toEqual([200, 200]);
	expect([before, during, after]).toEqual([
		[200, false],
		[503, true],
		[200, false],
	]);
});
