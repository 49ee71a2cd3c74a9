import type { QueryClient } from '@tanstack/react-query';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { addSavedItem, addSavedItems, removeSavedItem } from '#contract/saved/endpoints.ts';
import { SAVED_ERRORS } from '#contract/saved/errors.ts';
import { SAVED_LIMITS, SAVED_MESSAGES } from '#contract/saved/facts.ts';
import { call } from '#web/lib/api/api.ts';
import { ApiError, errorMessageFor } from '#web/lib/api/api-error.ts';
import { currentSession } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/toast.ts';
import { applyToOfflineIds, showChange, tellOtherTabs } from './saved-ids.ts';
import { deleteChange, findChange, readChanges, type SavedChange } from './saved-on-device.ts';

const RETRY_MS = 20_000;
/** Statuses after which a change is sent later: session ended, too many requests, maintenance or overload. */
const TEMPORARY_STATUSES = [401, 429, 503];

let lastTurn: Promise<unknown> = Promise.resolve();
let retryTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends the changes stored on this device, one after the other. After a temporary failure the rest is kept and sent
 * later: after 20 seconds, when the browser comes online, at the next press of a heart, or at the next visit.
 */
export function sendChanges(client: QueryClient, userId: number): Promise<void> {
	return inTurn(async () => {
		// `readChanges` lists the newest first. The oldest is sent first, because the server orders saved items by the time
		// of arrival.
		for (const { itemId } of (await readChanges(userId)).toReversed()) {
			if (currentSession().userId !== userId) return;
			// Read again: the change may have been replaced or deleted meanwhile.
			const change = await findChange(userId, itemId);
			if (change && !(await sendChange(client, userId, change))) return sendLater(client, userId);
		}
	});
}

/** Sends the items that were saved on this device before the user signed in. */
function sendVisitorsItems(client: QueryClient, userId: number): Promise<void> {
	return inTurn(async () => {
		// A visitor has no items to remove: each change saves one.
		const visitorsChanges = await readChanges(undefined);
		if (visitorsChanges.length === 0 || currentSession().userId !== userId) return;
		const ids = visitorsChanges.map(({ itemId }) => itemId);
		try {
			const saved = await call(addSavedItems, {
				body: { ids: ids.slice(0, SAVED_LIMITS.sentMax) },
			});
			const changes = saved.ids.map((itemId) => ({ itemId, isSaved: true }));
			await applyToOfflineIds(userId, ...changes);
			if (saved.isFull) toast(SAVED_ERRORS.full.message, { tone: 'bad' });
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
 * Sends one change. If the server refuses it, the heart shows its former state again and a message says why.
 * @returns false if it has to be sent again later
 */
async function sendChange(
	client: QueryClient,
	userId: number,
	change: SavedChange,
): Promise<boolean> {
	const { itemId, isSaved } = change;
	let failure: unknown;
	try {
		await call(isSaved ? addSavedItem : removeSavedItem, { params: { itemId } });
		await applyToOfflineIds(userId, change);
	} catch (error) {
		if (isTemporary(error)) return false;
		failure = error;
	}
	const isStillStored = (await findChange(userId, itemId))?.changedAt === change.changedAt;
	// Another press has replaced or deleted the change while it was sent: the other press decides.
	if (!isStillStored) return true;
	await deleteChange(userId, itemId);
	if (failure !== undefined) {
		showChange(client, { itemId, isSaved: !isSaved });
		tellOtherTabs({ itemId, isSaved: !isSaved });
		toastFailure(failure);
		return true;
	}
	showChange(client, { itemId, isSaved });
	// Marks the list as outdated without refetching it: a visible list stays as it is until it is opened again.
	await client.invalidateQueries({ queryKey: ['saved', 'list'], refetchType: 'none' });
	return true;
}

/** Retries after a while, because the browser does not always notice that the connection is back. */
function sendLater(client: QueryClient, userId: number): void {
	clearTimeout(retryTimer);
	retryTimer = setTimeout(() => void sendAll(client, userId), RETRY_MS);
}

/** Sends everything stored on this device for the user. */
export async function sendAll(client: QueryClient, userId: number): Promise<void> {
	clearTimeout(retryTimer);
	await sendVisitorsItems(client, userId);
	await sendChanges(client, userId);
}

/** Whether to send again later: no connection (TypeError), a response that is not JSON, or a temporary status. */
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

/** Runs one task at a time, across all tabs if the browser has the Web Locks API (only in secure contexts). */
function inTurn(work: () => Promise<void>): Promise<void> {
	const turn = lastTurn.then(() =>
		'locks' in navigator ? navigator.locks.request('saved-items', work) : work(),
	);
	lastTurn = turn.catch(() => undefined);
	return turn;
}
