import type { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, type ContextManager, ROOT_CONTEXT } from '@opentelemetry/api';

/**
 * Stores the current span in an AsyncLocalStorage that `diagnostics_channel` can bind to as well; OpenTelemetry's own
 * context manager does not expose its storage.
 */
export function createContextManager(storage: AsyncLocalStorage<Context>): ContextManager {
	const manager: ContextManager = {
		active: () => storage.getStore() ?? ROOT_CONTEXT,
		with: (context, run, self, ...args) => storage.run(context, () => run.apply(self, args)),
		bind: <T>(context: Context, target: T): T =>
			typeof target === 'function'
				? (((...args: unknown[]) => storage.run(context, () => target(...args))) as T)
				: target,
		enable: () => manager,
		disable() {
			storage.disable();
			return manager;
		},
	};
	return manager;
}
