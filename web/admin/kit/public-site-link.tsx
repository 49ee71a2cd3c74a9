import { SquareArrowOutUpRight } from 'lucide-react';

/** A link to a page of the market, which is a separate app, in a new tab. */
export function PublicSiteLink({ to, children }: { to: string; children: string }) {
	return (
		<a
			href={to}
			target="_blank"
			rel="noreferrer"
			className="inline-flex min-h-11 items-center gap-1.5 justify-self-start text-sm font-semibold text-link"
		>
			{children}
			<SquareArrowOutUpRight aria-hidden="true" className="size-4" />
			<span className="sr-only">(opens in a new tab)</span>
		</a>
	);
}
