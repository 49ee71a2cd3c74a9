import { Gauge, type Registry } from 'prom-client';

type Labels = Record<string, string>;

/** Called whenever the metrics are fetched. */
type ReadValue = () => number | undefined | Promise<number | undefined>;

/** Registers a gauge that is read when metrics are fetched; an undefined value is left out. */
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

/** Registers a gauge with labels. */
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
