/** One of the three who run the market: configured on the server, written into its pages. */
export interface TeamMember {
	name: string;
	/** Empty where none is said. */
	role: string;
	email: string;
}
