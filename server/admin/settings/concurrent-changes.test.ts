import { beforeEach, describe, expect, test } from 'vitest';
import { SETTINGS_ERRORS } from '#contract/admin/errors.ts';
import { MAINTENANCE_DEFAULTS } from '#contract/maintenance/facts.ts';
import { settings } from '#server/db/schema/settings.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const superAdmin = await t.admin({ roleLevel: 'super_admin' });
const otherSuperAdmin = await t.admin({ roleLevel: 'super_admin' });
const INITIAL_SETTINGS = {
	maintenanceMode: false,
	maintenanceMessage: 'New disks.',
	estimatedDowntime: MAINTENANCE_DEFAULTS.estimatedDowntime,
	requireTwoStep: false,
};

const change = (client: { id: number; token: string }, body: object) =>
	t.as(client).put('/admin/settings', body);
const getSettings = async () => (await t.as(superAdmin).get('/admin/settings')).json().settings;

beforeEach(async () => {
	await t.db.update(settings).set(INITIAL_SETTINGS);
});

describe('concurrent changes of the settings', () => {
	test('when two administrators change different settings, both changes are kept', async () => {
		await change(superAdmin, { maintenanceMode: true });

		const res = await change(otherSuperAdmin, {
			estimatedDowntime: 'Two hours',
			before: { estimatedDowntime: INITIAL_SETTINGS.estimatedDowntime },
		});

		expect(res.statusCode).toBe(200);
		expect(await getSettings()).toEqual({
			...INITIAL_SETTINGS,
			maintenanceMode: true,
			estimatedDowntime: 'Two hours',
		});
	});

	test('when two administrators change the same setting at the same time, one change is stored and one is refused with 409', async () => {
		const before = { maintenanceMessage: INITIAL_SETTINGS.maintenanceMessage };

		const responses = await Promise.all([
			change(superAdmin, { maintenanceMode: false, maintenanceMessage: 'Back at six.', before }),
			change(otherSuperAdmin, {
				maintenanceMode: true,
				maintenanceMessage: 'Back at seven.',
				before,
			}),
		]);

		const rejected = responses.filter(({ statusCode }) => statusCode !== 200);
		expect(rejected.map((res) => [res.statusCode, res.json()])).toEqual([
			[409, { success: false, ...SETTINGS_ERRORS.changedMeanwhile }],
		]);
		const [accepted] = responses.filter(({ statusCode }) => statusCode === 200);
		expect(await getSettings()).toEqual(accepted?.json().settings);
	});
});
