import { Agent, request } from 'node:http';

/** A response with any status. */
export interface PlainAnswer {
  /** 0 if the connection broke. */
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends a request from a local address, on a new connection. */
export function getFrom(
  localAddress: string,
  address: string,
  headers: Record<string, string> = {},
): Promise<PlainAnswer> {
  return new Promise((resolve) => {
    const broken = (error: Error) => resolve({ status: 0, headers: {}, text: error.message });
    const agent = new Agent();
    request(address, { localAddress, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', broken);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode!, headers: response.headers, text });
        agent.destroy();
      });
    })
      .on('error', broken)
      .end();
  });
}
