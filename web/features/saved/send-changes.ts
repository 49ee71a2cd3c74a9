import type { QueryClient } from '@tanstack/react-query';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { addSavedItem, addSavedItems, removeSavedItem } from '#contract/saved/endpoints.ts';
import { SAVED_MESSAGES } from '#contract/saved/facts.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError, errorMessageFor } from '#web/lib/api/api-error.ts';
import { currentSession } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/toast.ts';
import { showChange, tellOtherTabs } from './saved-ids.ts';
import { deleteChange, findChange, readChanges, type SavedChange } from './saved-on-device.ts';

const RETRY_MS = 20_000;
/** The session has ended, too many requests, maintenance or overload: what is to be sent stays for later. */
const TEMPORARY_STATUSES = [401, 429, 503];

let lastTurn: Promise<unknown> = Promise.resolve();
let retryTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends what was changed on this device, one change after the other. Without a connection it waits for the next call:
 * when the browser is online again, with the next press, on the next visit.
 */
export function sendChanges(client: QueryClient, userId: number): Promise<void> {
	return inTurn(async () => {
		// The oldest first, as the server lists them by when they arrive.
		for (const { itemId } of (await readChanges(userId)).toReversed()) {
			if (currentSession().userId !== userId) return;
			// Read again: it may have been changed back meanwhile.
			const change = await findChange(userId, itemId);
			if (change && !(await sendChange(client, userId, change))) return sendLater(client, userId);
		}
	});
}

/** Saves what the user marked before signing in, as soon as there is a connection. */
function sendVisitorsItems(client: QueryClient, userId: number): Promise<void> {
	return inTurn(async () => {
		const marked = await readChanges(undefined);
		if (marked.length === 0 || currentSession().userId !== userId) return;
		const ids = marked.map(({ itemId }) => itemId);
		try {
			await call(addSavedItems, { body: { ids } });
		} catch (error) {
			if (isTemporary(error)) return sendLater(client, userId);
			toastFailure(error);
			return;
		}
		for (const itemId of ids) await deleteChange(undefined, itemId);
		await client.invalidateQueries({ queryKey: ['saved'] });
		tellOtherTabs();
	});
}

/**
 * Sends one change. A refused one is undone, with the server's reason.
 * @returns false if it has to be sent again later
 */
async function sendChange(
	client: QueryClient,
	userId: number,
	change: SavedChange,
): Promise<boolean> {
	const { itemId, isSaved } = change;
	let refusal: unknown;
	try {
		await call(isSaved ? addSavedItem : removeSavedItem, { params: { itemId } });
	} catch (error) {
		if (isTemporary(error)) return false;
		refusal = error;
	}
	const isNewest = (await findChange(userId, itemId))?.changedAt === change.changedAt;
	if (!isNewest) return true;
	await deleteChange(userId, itemId);
	if (refusal !== undefined) {
		showChange(client, { itemId, isSaved: !isSaved });
		tellOtherTabs({ itemId, isSaved: !isSaved });
		toastFailure(refusal);
		return true;
	}
	showChange(client, { itemId, isSaved });
	// The page with the list keeps what it shows until it is opened again.
	await client.invalidateQueries({ queryKey: ['saved', 'list'], refetchType: 'none' });
	return true;
}

/** The browser does not always notice that the connection is back. */
function sendLater(client: QueryClient, userId: number): void {
	clearTimeout(retryTimer);
	retryTimer = setTimeout(() => void sendAll(client, userId), RETRY_MS);
}

/** Everything that this device has for the user. */
export async function sendAll(client: QueryClient, userId: number): Promise<void> {
	clearTimeout(retryTimer);
	await sendVisitorsItems(client, userId);
	await sendChanges(client, userId);
}

/** A TypeError stands for a missing connection; an answer that is not JSON comes from the network or a proxy. */
function isTemporary(error: unknown): boolean {
	if (error instanceof ApiError) {
		return error.receivedText !== undefined || TEMPORARY_STATUSES.includes(error.status);
	}
	return error instanceof TypeError;
}

function toastFailure(error: unknown): void {
	const message = errorMessageFor(error, SAVED_MESSAGES.saveFailed, ITEM_MESSAGES.noConnection);
	toast(message, { tone: 'bad' });
}

/** Runs one piece of work at a time: in this page, and in all tabs where the browser can (only in secure contexts). */
function inTurn(work: () => Promise<void>): Promise<void> {
	const turn = lastTurn.then(() =>
		'locks' in navigator ? navigator.locks.request('saved-items', work) : work(),
	);
	lastTurn = turn.catch(() => undefined);
	return turn;
}
