import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { spotFaults } from '#contract/catalogue/list-rules.ts';
import { spotsInput } from '#contract/catalogue/list-schemas.ts';
import { closesNextDay } from '#contract/catalogue/spot-hours.ts';
import { openApp } from '#tests/support/app.ts';
import { insertDemoSpots } from './spots.ts';

const t = await openApp();
const superAdmin = await t.admin({ roleLevel: 'super_admin' });

test('the demo data has twelve hand-over spots that the back-office accepts unchanged', async () => {
	await insertDemoSpots(t.db);

	const { spots } = (await t.as(superAdmin).get('/admin/catalogue/spots')).json();

	expect(spots).toHaveLength(12);
	expect(z.parse(spotsInput, spots)).toEqual(spots);
	expect(spotFaults(spots)).toEqual([]);
	expect(spots.filter(closesNextDay)).toMatchObject([{ name: 'Night food court' }]);
});
