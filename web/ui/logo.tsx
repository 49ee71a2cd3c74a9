/** The site's logo: a bent arrow. */
export function Logo({ className = 'size-[1.875rem]' }: { className?: string }) {
	return (
		<svg viewBox="0 0 30 30" aria-hidden="true" className={`shrink-0 ${className}`}>
			<rect width="30" height="30" rx="9" className="fill-accent" />
			<path
				d="M8 9.5h9.5a4 4 0 0 1 0 8H12.5M12.5 13.5l-4 4 4 4"
				fill="none"
				className="stroke-on-accent"
				strokeWidth="2.6"
				strokeLinecap="round"
				strokeLinejoin="round"
			/>
		</svg>
	);
}
