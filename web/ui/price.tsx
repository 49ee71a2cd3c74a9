import { formatPrice } from '#contract/core/format.ts';

export function Price({ rupees, className = 'text-xl' }: { rupees: number; className?: string }) {
	return (
		<span
			className={`font-display font-bold tracking-tight wrap-anywhere tabular-nums ${className}`}
		>
			{formatPrice(rupees)}
		</span>
	);
}
