import type { OpenCounter } from '#server/cluster/counter.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/client.ts';
import type { Porter } from '#server/features/auth/commands.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import type { Office } from '#server/realtime/admin-channel.ts';
import type { LiveServer } from '#server/realtime/realtime.ts';
import type { PhotoAddresses } from '#server/storage/published-photos.ts';

/** What the back-office's routes work with. */
export interface OfficeParts {
	db: Db;
	/** For files, and for what is done to many at once, which take as long as they take. */
	unhurried: Db;
	addTask: AddTask;
	/** Has this instance go by the settings as they are committed by now. */
	applySettings: () => Promise<void>;
	/** Tells users' pages. */
	live: LiveServer;
	/** Tells administrators' pages. */
	office: Office;
	addresses: PhotoAddresses;
	config: Config;
	openCounter: OpenCounter;
	/** Browsers in which administrators have come in before. */
	devices: Porter['devices'];
	/** Signs and seals. */
	secrets: Secrets;
}
