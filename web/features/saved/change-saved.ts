import type { QueryClient } from '@tanstack/react-query';
import { SAVED_ERRORS } from '#contract/saved/errors.ts';
import { SAVED_LIMITS } from '#contract/saved/facts.ts';
import { currentSession } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/toast.ts';
import { loadSavedIds, showChange, tellOtherTabs } from './saved-ids.ts';
import { deleteChange, readChanges, storeChange } from './saved-on-device.ts';
import { sendChanges } from './send-changes.ts';
import { sendInBackground } from './send-in-background.ts';

// Exported from here, so that one script contains these functions and `changeSaved`. Once the script is loaded, saving
// needs no connection.
export { loadSavedIds, sendInBackground };

/**
 * Saves or removes an item: shows the change at once and stores it on this device. A signed-in user's change is then
 * sent to the server; a visitor's stays on the device.
 */
export async function changeSaved(
	client: QueryClient,
	itemId: number,
	isSaved: boolean,
): Promise<void> {
	const { userId } = currentSession();
	showChange(client, { itemId, isSaved });
	if (userId === undefined && !(await storeVisitorsChange(itemId, isSaved))) {
		showChange(client, { itemId, isSaved: !isSaved });
		toast(SAVED_ERRORS.full.message, { tone: 'bad' });
		return;
	}
	if (userId !== undefined) {
		await storeChange(userId, { itemId, isSaved });
		// Deletes a change of this item from before the sign-in: sent later, it would save the item again.
		await deleteChange(undefined, itemId);
	}
	// Only after the change is stored, because the other tabs read it from there.
	tellOtherTabs({ itemId, isSaved });
	if (userId !== undefined) await sendChanges(client, userId);
}

/** @returns false, and stores nothing, if this device already keeps as many items as a user may save */
async function storeVisitorsChange(itemId: number, isSaved: boolean): Promise<boolean> {
	if (!isSaved) {
		await deleteChange(undefined, itemId);
		return true;
	}
	if ((await readChanges(undefined)).length >= SAVED_LIMITS.itemsMax) return false;
	await storeChange(undefined, { itemId, isSaved });
	return true;
}
