import { beforeEach, describe, expect, test } from 'vitest';
import { SETTINGS_MESSAGES } from '#contract/admin/settings.ts';
import { MAINTENANCE_DEFAULTS } from '#contract/maintenance/facts.ts';
import { settings } from '#server/db/schema/settings.ts';
import { openApp } from '#tests/support/app.ts';

const t = await openApp();
const dean = await t.admin({ roleLevel: 'super_admin' });
const warden = await t.admin({ roleLevel: 'super_admin' });
const FIRST = {
	maintenanceMode: false,
	maintenanceMessage: 'New disks.',
	estimatedDowntime: MAINTENANCE_DEFAULTS.estimatedDowntime,
	requireTwoStep: false,
};

const change = (who: { id: number; token: string }, body: object) =>
	t.as(who).put('/admin/settings', body);
const stored = async () => (await t.as(dean).get('/admin/settings')).json().settings;

beforeEach(async () => {
	await t.db.update(settings).set(FIRST);
});

describe('two administrators who change the settings', () => {
	test('each change what they say, and leave what they do not name, maintenance mode included', async () => {
		await change(dean, { maintenanceMode: true });

		const res = await change(warden, {
			estimatedDowntime: 'Two hours',
			before: { estimatedDowntime: FIRST.estimatedDowntime },
		});

		expect(res.statusCode).toBe(200);
		expect(await stored()).toEqual({
			...FIRST,
			maintenanceMode: true,
			estimatedDowntime: 'Two hours',
		});
	});

	test('in the same place: the first wins, and the second is told', async () => {
		const before = { maintenanceMessage: FIRST.maintenanceMessage };

		const answers = await Promise.all([
			change(dean, { maintenanceMode: false, maintenanceMessage: 'Back at six.', before }),
			change(warden, { maintenanceMode: true, maintenanceMessage: 'Back at seven.', before }),
		]);

		const refused = answers.filter(({ statusCode }) => statusCode !== 200);
		expect(refused.map((res) => [res.statusCode, res.json()])).toEqual([
			[409, { success: false, message: SETTINGS_MESSAGES.changedMeanwhile }],
		]);
		const [kept] = answers.filter(({ statusCode }) => statusCode === 200);
		expect(await stored()).toEqual(kept?.json().settings);
	});

	test('to the same are both right', async () => {
		const body = { maintenanceMode: true, before: { maintenanceMode: false } };
		await change(dean, body);

		const res = await change(warden, body);

		expect(res.statusCode).toBe(200);
	});

	test('without saying what they saw: the last wins', async () => {
		await change(dean, { maintenanceMode: false, maintenanceMessage: 'Back at six.' });

		const res = await change(warden, {
			maintenanceMode: false,
			maintenanceMessage: 'Back at seven.',
		});

		expect(res.statusCode).toBe(200);
		expect((await stored()).maintenanceMessage).toBe('Back at seven.');
	});

	test.each([{ maintenanceMode: 'no' }, { maintenanceMessage: 5 }, 'New disks.'])(
		'are refused where what they saw is %j',
		async (before) => {
			const res = await change(dean, { maintenanceMode: true, before });

			expect(res.statusCode).toBe(400);
			expect(await stored()).toEqual(FIRST);
		},
	);
});
