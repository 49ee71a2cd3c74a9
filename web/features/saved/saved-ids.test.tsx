import { expect, test } from 'vitest';
import { applyToOfflineIds } from './saved-ids.ts';
import { readOfflineIds, storeOfflineIds } from './saved-on-device.ts';

test('applying a change to the saved ids on the device does not overwrite ids that another tab stores meanwhile', async () => {
	await storeOfflineIds(7, [1]);

	await Promise.all([
		applyToOfflineIds(7, { itemId: 2, isSaved: true }),
		storeOfflineIds(7, [3, 2, 1]),
	]);

	expect(await readOfflineIds(7)).toEqual([3, 2, 1]);
});
