import type { Db } from '#server/db/client.ts';
import { deletePreferences } from '#server/features/notifications/queries.ts';

type LifecycleStep = (tx: Db, userId: number) => Promise<void>;

/** What features delete when the owner of an address takes over an account that was set up under it unconfirmed. */
const TAKEOVER_STEPS: readonly LifecycleStep[] = [deletePreferences];

export async function onIdentityTakeover(tx: Db, userId: number): Promise<void> {
	for (const step of TAKEOVER_STEPS) await step(tx, userId);
}
