import { expect, test } from 'vitest';
import { applyToKnownIds } from './saved-ids.ts';
import { readKnownIds, storeKnownIds } from './saved-on-device.ts';

test('ids that another tab stores while a change is applied to the earlier ones are not overwritten', async () => {
	await storeKnownIds(7, [1]);

	await Promise.all([
		applyToKnownIds(7, { itemId: 2, isSaved: true }),
		storeKnownIds(7, [3, 2, 1]),
	]);

	expect(await readKnownIds(7)).toEqual([3, 2, 1]);
});
