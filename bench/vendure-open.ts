import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import pg from 'pg';

/** The path at which Vendure answers people who buy. */
export const SHOP = 'shop-api';
/** The environment of its processes: else it tells its makers that it was started, and leaves a note in our folder. */
export const ENVIRONMENT = { VENDURE_DISABLE_TELEMETRY: 'true' };

/** What is used here of its database. */
interface Connection {
	query: (statement: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;
}

/** What is used here of a running Vendure; its own types are where it is installed. */
export interface Vendure {
	/** One of its services, by the name of its class. */
	service: (name: string) => Record<string, (...given: unknown[]) => Promise<unknown>>;
	connection: Connection;
	address: string;
	close: () => Promise<void>;
}

/**
 * Opens Vendure as a shop in production has it, but without pictures and letters. Its tables are made where they are missing,
 * and its administrator is another every time.
 * @param folder where it is installed
 * @throws Error where its database is not to be had
 */
export async function openVendure(folder: string, databaseUrl: string): Promise<Vendure> {
	const core = createRequire(join(folder, 'package.json'))('@vendure/core');
	const { host, port, user, database } = new pg.Client({ connectionString: databaseUrl });
	const app = await core.bootstrap({
		apiOptions: {
			...{ hostname: '127.0.0.1', port: 0, shopApiPath: SHOP, adminApiPath: 'admin-api' },
			introspection: false,
		},
		authOptions: {
			tokenMethod: 'bearer',
			superadminCredentials: { identifier: word(), password: word() },
			cookieOptions: { secret: word() },
		},
		dbConnectionOptions: {
			...{ type: 'postgres', synchronize: true, logging: false },
			...{ host, port, username: user, database, poolSize: 20 },
		},
		logger: new core.DefaultLogger({ level: core.LogLevel.Error }),
		paymentOptions: { paymentMethodHandlers: [] },
		plugins: [core.DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: false })],
	});
	return {
		service: (name) => app.get(core[name]),
		connection: app.get(core.TransactionalConnection).rawConnection,
		address: `http://127.0.0.1:${app.getHttpServer().address().port}`,
		close: () => app.close(),
	};
}

function word(): string {
	return randomBytes(24).toString('base64url');
}
