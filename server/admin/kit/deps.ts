import type { OpenCounter } from '#server/cluster/counter.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/client.ts';
import type { AccountLifecycle } from '#server/features/accounts/moderation.ts';
import type { SignInGuards } from '#server/features/auth/commands.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import type { AdminChannel } from '#server/realtime/admin-channel.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import type { PhotoUrls } from '#server/storage/photo-urls.ts';

/** Dependencies of the back-office's routes. */
export interface AdminDeps {
	db: Db;
	/** For exports and changes of many rows, which may take long without blocking other requests. */
	backgroundDb: Db;
	addTask: AddTask;
	/** Makes this instance apply the settings that are committed. */
	applySettings: () => Promise<void>;
	/** Sends events to users' pages. */
	realtime: RealtimeServer;
	/** Sends events to administrators' pages. */
	adminChannel: AdminChannel;
	accountLifecycle: AccountLifecycle;
	catalogue: Catalogue;
	photoUrls: PhotoUrls;
	config: Config;
	openCounter: OpenCounter;
	/** Browsers in which administrators have signed in before. */
	knownBrowsers: SignInGuards['knownBrowsers'];
	/** For signing and encryption. */
	secrets: Secrets;
}
