import { expect, test } from 'vitest';
import { applyToKnownIds } from './saved-ids.ts';
import { readKnownIds, storeKnownIds } from './saved-on-device.ts';

test('applying a change to the saved ids on the device does not overwrite ids that another tab stores meanwhile', async () => {
	await storeKnownIds(7, [1]);

	await Promise.all([
		applyToKnownIds(7, { itemId: 2, isSaved: true }),
		storeKnownIds(7, [3, 2, 1]),
	]);

	expect(await readKnownIds(7)).toEqual([3, 2, 1]);
});
