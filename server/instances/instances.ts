import type { ServerOptions } from 'socket.io';
import { type Bus, openLocalBus } from './bus.ts';
import type { OpenCounter } from './counting.ts';
import { openLocalCounter } from './local-counting.ts';

/** What the instances of one market have in common besides its database and photos: one code, whether there are any others. */
export interface Instances {
	bus: Bus;
	openCounter: OpenCounter;
	/** How realtime reaches the connections of all of them; unset where there is one alone. */
	adapter?: NonNullable<ServerOptions['adapter']>;
	/** What does not reach the others at the moment, in words for whoever runs the market; empty where all is well. */
	troubles: () => readonly string[];
	close: () => Promise<void>;
}

/** One instance, which needs nobody. */
export function openAlone(): Instances {
	return {
		bus: openLocalBus(),
		openCounter: openLocalCounter,
		troubles: () => [],
		close: async () => undefined,
	};
}
