import type { Cluster } from '#server/cluster/cluster.ts';
import type { DatabasePool, PooledDb } from '#server/db/client.ts';
import type { Catalogue } from '#server/features/catalogue/catalogue.ts';
import type { MaintenanceSwitch } from '#server/features/maintenance/maintenance-switch.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import type { FastifyDeps } from './open-fastify.ts';

/** What the app is built from: opened when the server starts, and closed after the app. */
export interface AppDeps extends FastifyDeps {
	/** Connection pool for requests. */
	requestPool: DatabasePool;
	/** For slow queries, such as exports, which must not block requests. */
	backgroundDb: PooledDb;
	store: PhotoStore;
	/** State shared by all instances. */
	cluster: Cluster;
	/** Keys that sign tokens and URLs. */
	secrets: Secrets;
	/** Adds a one-off background task. */
	addTask: AddTask;
	maintenance: MaintenanceSwitch;
	catalogue: Catalogue;
}
