import type { Namespace } from 'socket.io';
import { ClusterAdapter, type ClusterMessage } from 'socket.io-adapter';
import { type Bus, defineTopic } from './bus.ts';

const adapterMessages = defineTopic<ClusterMessage>('realtime');

/**
 * Socket.IO's cluster adapter over our bus, so that broadcasts reach sockets of all instances
 * (docs/decisions/0018-instances.md).
 * @returns the class that Socket.IO instantiates for each namespace
 */
export function socketAdapter(bus: Bus) {
	return class extends ClusterAdapter {
		constructor(namespace: Namespace) {
			super(namespace);
			adapterMessages.subscribe(bus, (message) => this.onMessage(message));
		}

		/** Does not wait for the other instances, so that local sockets get the event at once even if Redis fails. */
		protected override async doPublish(message: ClusterMessage): Promise<string> {
			adapterMessages.publish(bus, message);
			return '';
		}

		/** No code uses requests between instances. */
		protected override async doPublishResponse(): Promise<void> {}

		/** One, so that no request waits for responses of other instances. */
		override async serverCount(): Promise<number> {
			return 1;
		}
	};
}
