import type { Namespace } from 'socket.io';
import { ClusterAdapter, type ClusterMessage } from 'socket.io-adapter';
import type { Bus } from './bus.ts';

/**
 * Reaches the connections of all instances: Socket.IO's own way of being one across instances, over our bus
 * (docs/decisions/0018-instances.md).
 * @returns what Socket.IO makes for each of its namespaces
 */
export function socketAdapter(bus: Bus) {
	return class extends ClusterAdapter {
		constructor(namespace: Namespace) {
			super(namespace);
			bus.subscribe('realtime', (message) => this.onMessage(message));
		}

		/** Not waited for: whoever is connected here hears it at once, whether the others can be told or not. */
		protected override async doPublish(message: ClusterMessage): Promise<string> {
			bus.publish('realtime', message);
			return '';
		}

		/** Nobody asks the others anything. */
		protected override async doPublishResponse(): Promise<void> {}

		/** Of those that a question would wait for: one is about this instance's own connections. */
		override async serverCount(): Promise<number> {
			return 1;
		}
	};
}
