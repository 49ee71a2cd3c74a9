import type { OpenCounter } from '#server/cluster/counter.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/client.ts';
import type { SignInGuards } from '#server/features/auth/commands.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import type { AdminChannel } from '#server/realtime/admin-channel.ts';
import type { RealtimeServer } from '#server/realtime/realtime.ts';
import type { PhotoUrls } from '#server/storage/create-photo-urls.ts';

/** What the back-office's routes work with. */
export interface AdminDeps {
	db: Db;
	/** For files, and for what is done to many at once, which take as long as they take. */
	backgroundDb: Db;
	addTask: AddTask;
	/** Has this instance go by the settings as they are committed by now. */
	applySettings: () => Promise<void>;
	/** Tells users' pages. */
	realtime: RealtimeServer;
	/** Tells administrators' pages. */
	adminChannel: AdminChannel;
	photoUrls: PhotoUrls;
	config: Config;
	openCounter: OpenCounter;
	/** Browsers in which administrators have come in before. */
	knownBrowsers: SignInGuards['knownBrowsers'];
	/** Signs and seals. */
	secrets: Secrets;
}
