import { Gauge, type Registry } from 'prom-client';

type Labels = Record<string, string>;

/** Asked whenever the metrics are fetched. */
type Ask = () => number | undefined | Promise<number | undefined>;

/** A number as it is when the metrics are fetched; where it is not known there is none. */
export function gauge(registry: Registry, name: string, help: string, ask: Ask): void {
	new Gauge({
		name: `passdown_${name}`,
		help,
		registers: [registry],
		async collect() {
			const value = await ask();
			this.reset();
			if (value === undefined) this.remove();
			else this.set(value);
		},
	});
}

/** The same for several of a kind, told apart by labels. */
export function gauges(
	registry: Registry,
	{ name, help, labels }: { name: string; help: string; labels: readonly string[] },
	ask: () => readonly [Labels, number][] | Promise<readonly [Labels, number][]>,
): void {
	new Gauge({
		name: `passdown_${name}`,
		help,
		labelNames: [...labels],
		registers: [registry],
		async collect() {
			const values = await ask();
			this.reset();
			for (const [of, value] of values) this.set(of, value);
		},
	});
}
