import { Gauge, type Registry } from 'prom-client';

type Labels = Record<string, string>;

/** Asked whenever the metrics are fetched. */
type ReadValue = () => number | undefined | Promise<number | undefined>;

/** A number as it is when the metrics are fetched; where it is not known there is none. */
export function gauge(registry: Registry, name: string, help: string, readValue: ReadValue): void {
	new Gauge({
		name: `passdown_${name}`,
		help,
		registers: [registry],
		async collect() {
			const value = await readValue();
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
	readValue: () => readonly [Labels, number][] | Promise<readonly [Labels, number][]>,
): void {
	new Gauge({
		name: `passdown_${name}`,
		help,
		labelNames: [...labels],
		registers: [registry],
		async collect() {
			const values = await readValue();
			this.reset();
			for (const [labelValues, value] of values) this.set(labelValues, value);
		},
	});
}
