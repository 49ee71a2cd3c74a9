import { formatPrice } from '#contract/core/format.ts';

interface PriceProps {
	rupees: number;
	/** What the reader and the other person of a deal have agreed on. The asked price then is struck through beside it. */
	agreed?: number | undefined;
	className?: string;
}

export function Price({ rupees, agreed = rupees, className = 'text-xl' }: PriceProps) {
	const classes = `font-display font-bold tracking-tight wrap-anywhere tabular-nums ${className}`;
	if (agreed === rupees) return <span className={classes}>{formatPrice(rupees)}</span>;
	return (
		<span className={classes}>
			<span className="sr-only">Agreed: </span>
			<span>{formatPrice(agreed)}</span>{' '}
			<s className="text-sm font-normal text-ink-soft">
				<span className="sr-only">Asked: </span>
				<span>{formatPrice(rupees)}</span>
			</s>
		</span>
	);
}
